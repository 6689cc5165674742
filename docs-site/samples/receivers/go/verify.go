package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
	"time"
)

var (
	element   = regexp.MustCompile(`(?s)^([\w-]+)=(|.*\S)$`)
	seconds   = regexp.MustCompile(`^[0-9]{1,15}$`)
	signature = regexp.MustCompile(`^[0-9a-fA-F]{64}$`)
)

// Verify reports whether the service signed these bytes with one of these secrets, within the tolerance. body is the raw body.
func Verify(body []byte, header string, secrets []string, tolerance time.Duration, now time.Time) bool {
	if header == "" || len(header) > 4096 {
		return false
	}
	var times []string
	var signatures [][]byte
	for _, part := range strings.Split(header, ",") {
		match := element.FindStringSubmatch(part)
		if match == nil {
			return false
		}
		switch key, value := match[1], match[2]; key {
		case "t":
			times = append(times, value)
		case "v1":
			if !signature.MatchString(value) {
				return false
			}
			bytes, _ := hex.DecodeString(value)
			signatures = append(signatures, bytes)
		}
	}
	if len(times) != 1 || !seconds.MatchString(times[0]) {
		return false
	}
	t, _ := strconv.ParseInt(times[0], 10, 64)
	age := now.Unix() - t
	if age > int64(tolerance/time.Second) || -age > int64(tolerance/time.Second) {
		return false
	}
	for _, secret := range secrets {
		if secret == "" {
			continue
		}
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(times[0] + "."))
		mac.Write(body)
		expected := mac.Sum(nil)
		for _, one := range signatures {
			if hmac.Equal(expected, one) {
				return true
			}
		}
	}
	return false
}
