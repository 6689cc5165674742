package main

import (
	"cmp"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	secrets := []string{os.Getenv("WEBHOOK_SECRET")}
	http.HandleFunc("POST /", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 5<<20))
		if err != nil || !Verify(body, r.Header.Get("X-Service-Signature"), secrets, 300*time.Second, time.Now()) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}

		// Identical for every attempt: store it under a unique key, and skip deliveries that you have handled.
		deliveryID := r.Header.Get("X-Service-Delivery-Id")
		event := r.Header.Get("X-Service-Event")
		var record map[string]any
		if json.Unmarshal(body, &record) != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		log.Println(event, deliveryID, len(record))
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":"+cmp.Or(os.Getenv("PORT"), "8080"), nil))
}
