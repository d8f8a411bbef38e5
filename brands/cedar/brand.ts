import type { Brand } from '#brands/brand.ts'

export const brand: Brand = {
  id: 'cedar',
  name: 'Cedar',
  title: 'Gateway Management Portal',
  logo: 'logo.svg',
  favicon: 'favicon.svg',
  countries: ['AT', 'CZ', 'DE', 'DK', 'ES', 'GB', 'IT', 'NL', 'PL', 'SE', 'FO', 'FR', 'CH'],
  supportMail: 'support@cedar.example',
  supportPhone: '+49 30 23125 100',
  appStoreLinks: {
    ios: 'https://apps.cedar.example/ios',
    android: 'https://apps.cedar.example/android',
  },
  privacyCookie: 'cedar_privacy',
  dataActUrl: 'https://www.cedar.example/data-act',
}
