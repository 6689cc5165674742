import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

final class Signature {
    private static final Pattern ELEMENT = Pattern.compile("([\\w-]+)=(|.*\\S)", Pattern.DOTALL);
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,15}");
    private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{64}");

    /** Whether the service signed these bytes with one of these secrets, within the tolerance. body is the raw body. */
    static boolean verify(byte[] body, String header, List<String> secrets, long toleranceSeconds, long now)
            throws GeneralSecurityException {
        if (header == null || header.length() > 4096) return false;
        List<String> times = new ArrayList<>();
        List<byte[]> signatures = new ArrayList<>();
        for (String element : header.split(",", -1)) {
            Matcher match = ELEMENT.matcher(element);
            if (!match.matches()) return false;
            String value = match.group(2);
            if (match.group(1).equals("t")) times.add(value);
            if (match.group(1).equals("v1")) {
                if (!HEX.matcher(value).matches()) return false;
                signatures.add(HexFormat.of().parseHex(value));
            }
        }
        if (times.size() != 1 || !SECONDS.matcher(times.get(0)).matches()) return false;
        if (Math.abs(now - Long.parseLong(times.get(0))) > toleranceSeconds) return false;
        for (String secret : secrets) {
            if (secret.isEmpty()) continue;
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            mac.update((times.get(0) + ".").getBytes(StandardCharsets.UTF_8));
            byte[] expected = mac.doFinal(body);
            for (byte[] signature : signatures) {
                // MessageDigest.isEqual compares in constant time.
                if (MessageDigest.isEqual(expected, signature)) return true;
            }
        }
        return false;
    }
}
