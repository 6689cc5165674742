package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

func text(one string) string {
	bytes, err := base64.StdEncoding.DecodeString(one[1:])
	if err != nil {
		panic(err)
	}
	return string(bytes)
}

func TestVectors(t *testing.T) {
	input, _ := os.Open(os.Getenv("VECTORS"))
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), " ")
		header := ""
		if parts[1] != "-" {
			header = text(parts[1])
		}
		secrets := []string{}
		if parts[2] != "-" {
			for _, one := range strings.Split(parts[2], ",") {
				secrets = append(secrets, text(one))
			}
		}
		tolerance, _ := strconv.Atoi(parts[3])
		now, _ := strconv.ParseInt(parts[4], 10, 64)
		fmt.Println(Verify([]byte(text(parts[0])), header, secrets, time.Duration(tolerance)*time.Second, time.Unix(now, 0)))
	}
}
