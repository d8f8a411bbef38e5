// The health check of the container: exit code 0 if the process is ready. Requests /readyz at the metrics port.
const port = Number(process.env['METRICS_PORT'] || Number(process.env['PORT'] || 8080) + 4)
const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exitCode = isReady ? 0 : 1
