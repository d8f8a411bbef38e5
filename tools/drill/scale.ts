/** The size of the load. */
export type Scale = {
  /** Each reports once a second. */
  gateways: number
  /** Sockets on the event bus, spread over the owners. */
  pages: number
  /** People who change something about once a second. */
  savers: number
  /** People who ask for exports, and fetch them. */
  exporters: number
}

export const fullScale: Scale = { gateways: 200, pages: 500, savers: 20, exporters: 4 }

export const shortScale: Scale = { gateways: 40, pages: 60, savers: 6, exporters: 1 }
