/** Limits of filed order papers and of reading them. */
export const orderPaperLimits = {
  /** Size of one filed order paper. */
  order_document_bytes_max: 10 * 1_048_576,
  /** Body of a request that carries a paper inline: its bytes as base64, and the other fields. */
  order_document_body_bytes_max: 15 * 1_048_576,
  order_document_pages_max: 40,
  /** Pages whose text is recognised from an image. */
  order_document_scanned_pages_max: 10,
  /** Size of an image, before it is scaled down. */
  order_document_megapixels_max: 60,
  /** To read one paper. */
  order_document_seconds_max: 120,
  /** Reading and writing the result; shorter than the lease. */
  order_document_attempt_seconds_max: 150,
  order_document_lease_seconds: 180,
  order_document_retry_seconds: [10, 60],
  /** Confidence of a line that is taken over without a person. */
  order_document_confidence_min: 0.9,
  /** Attempts that ended with their process, after which a paper fails. */
  order_document_attempts_max: 5,
} as const
