import type { Brand } from '#brands/brand.ts'

export const brand: Brand = {
  id: 'elder',
  name: 'Elder',
  title: null,
  logo: null,
  favicon: null,
  countries: ['SE', 'CZ'],
  supportMail: 'support@elder.example',
  supportPhone: '+46 8 465 004 10',
  appStoreLinks: {
    ios: 'https://apps.elder.example/ios',
    android: 'https://apps.elder.example/android',
  },
  privacyCookie: 'elder_privacy',
  dataActUrl: 'https://www.elder.example/data-act',
}
