import { setting } from './envReaders.ts'

/** Where traces go, by OpenTelemetry's own names. */
export const traceSettings = {
  otlpEndpoint: setting<string | null>({
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    fallback: null,
    fallbackText: '无，不做链路追踪',
    meaning: '链路追踪（OpenTelemetry）送到哪里：收 OTLP/HTTP（JSON）的地址，不带 /v1/traces',
    allowed: 'http:// 或 https:// 地址，如 http://127.0.0.1:4318',
    read: (text) => (/^https?:\/\/[^\s?#@]+$/.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : undefined),
  }),
  otelServiceName: setting({
    env: 'OTEL_SERVICE_NAME',
    fallback: 'anju',
    meaning: '链路追踪里这个服务的名称',
    allowed: '至多 100 字，不含空格',
    read: (text) => (/^\S{1,100}$/.test(text) ? text : undefined),
  }),
}
