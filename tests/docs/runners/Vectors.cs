using System;
using System.Linq;
using System.Text;

public static class Vectors
{
    static string Text(string one) => Encoding.UTF8.GetString(Convert.FromBase64String(one.Substring(1)));

    public static void Main()
    {
        for (string line; (line = Console.ReadLine()) != null;)
        {
            var parts = line.Split(' ');
            var header = parts[1] == "-" ? null : Text(parts[1]);
            var secrets = parts[2] == "-" ? new string[0] : parts[2].Split(',').Select(Text).ToArray();
            var body = Convert.FromBase64String(parts[0].Substring(1));
            var answer = Signature.Verify(body, header, secrets, long.Parse(parts[3]), long.Parse(parts[4]));
            Console.WriteLine(answer ? "true" : "false");
        }
    }
}
