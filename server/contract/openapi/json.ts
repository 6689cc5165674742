/** The few shapes of an OpenAPI 3.1 document that this project writes. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  examples?: unknown[]
  default?: unknown
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required: boolean
  style?: string
  explode?: boolean
  schema: JsonSchema
}

export interface Ref {
  $ref: string
}

export interface MediaType {
  schema: JsonSchema
  example?: unknown
  examples?: Record<string, { summary?: string; value: unknown } | Ref>
  [extension: `x-${string}`]: unknown
}

export interface ResponseObject {
  description: string
  headers: Record<string, Ref>
  content?: Record<string, MediaType>
  [extension: `x-${string}`]: unknown
}

export interface OperationObject {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: (Parameter | Ref)[]
  requestBody?: { required: boolean; content: Record<string, MediaType> }
  responses: Record<string, ResponseObject | Ref>
  [extension: `x-${string}`]: unknown
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: Record<string, unknown>
  externalDocs: { url: string; description: string }
  servers: unknown[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components: {
    securitySchemes: Record<string, unknown>
    parameters: Record<string, Parameter>
    headers: Record<string, unknown>
    schemas: Record<string, JsonSchema>
    responses: Record<string, ResponseObject>
    examples: Record<string, { summary: string; value: unknown }>
  }
  webhooks?: Record<string, unknown>
}
