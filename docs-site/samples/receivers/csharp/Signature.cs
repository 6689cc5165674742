using System;
using System.Collections.Generic;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

public static class Signature
{
    /// <summary>
    /// Whether the service signed these bytes with one of these secrets, within the tolerance. body is the raw body; header is
    /// empty if the request has none, or more than one.
    /// </summary>
    public static bool Verify(byte[] body, string header, IReadOnlyList<string> secrets, long toleranceSeconds, long now)
    {
        if (string.IsNullOrEmpty(header) || header.Length > 4096) return false;
        var times = new List<string>();
        var signatures = new List<byte[]>();
        foreach (var element in header.Split(','))
        {
            var match = Regex.Match(element, @"\A([A-Za-z0-9_-]+)=(.*\S|)\z", RegexOptions.Singleline);
            if (!match.Success) return false;
            var value = match.Groups[2].Value;
            if (match.Groups[1].Value == "t") times.Add(value);
            if (match.Groups[1].Value == "v1")
            {
                if (!Regex.IsMatch(value, @"\A[0-9a-fA-F]{64}\z")) return false;
                signatures.Add(Enumerable.Range(0, 32).Select(at => Convert.ToByte(value.Substring(2 * at, 2), 16)).ToArray());
            }
        }
        if (times.Count != 1 || !Regex.IsMatch(times[0], @"\A[0-9]{1,15}\z")) return false;
        if (Math.Abs(now - long.Parse(times[0])) > toleranceSeconds) return false;
        var signed = Encoding.UTF8.GetBytes(times[0] + ".").Concat(body).ToArray();
        foreach (var secret in secrets.Where(secret => secret != ""))
        {
            using (var hmac = new HMACSHA256(Encoding.UTF8.GetBytes(secret)))
            {
                var expected = hmac.ComputeHash(signed);
                if (signatures.Any(signature => CryptographicOperations.FixedTimeEquals(expected, signature))) return true;
            }
        }
        return false;
    }
}
