/** The size of the load. */
export type Scale = {
  /** The number of gateways. Each reports once a second. */
  gateways: number
  /** The number of sockets on the event bus, spread over the owners and guests. */
  pages: number
  /** The number of people who change or read something about once a second. */
  savers: number
  /** The number of people who request exports and fetch them. */
  exporters: number
}

export const fullScale: Scale = { gateways: 200, pages: 500, savers: 20, exporters: 4 }

export const shortScale: Scale = { gateways: 40, pages: 60, savers: 6, exporters: 1 }
