import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

final class Vectors {
    private static byte[] bytes(String one) {
        return Base64.getDecoder().decode(one.substring(1));
    }

    private static String text(String one) {
        return new String(bytes(one), StandardCharsets.UTF_8);
    }

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line; (line = lines.readLine()) != null; ) {
            String[] parts = line.split(" ");
            String header = parts[1].equals("-") ? null : text(parts[1]);
            List<String> secrets = parts[2].equals("-")
                    ? List.of()
                    : Arrays.stream(parts[2].split(",", -1)).map(Vectors::text).toList();
            long tolerance = Long.parseLong(parts[3]);
            long now = Long.parseLong(parts[4]);
            System.out.println(Signature.verify(bytes(parts[0]), header, secrets, tolerance, now));
        }
    }
}
