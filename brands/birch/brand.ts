import type { Brand } from '#brands/brand.ts'

export const brand: Brand = {
  id: 'birch',
  name: 'Birch',
  title: 'Birch Gateway Portal',
  logo: 'logo.svg',
  favicon: 'favicon.svg',
  countries: ['AT', 'CZ', 'DE', 'IT', 'LU', 'PL', 'CH'],
  supportMail: 'support@birch.example',
  supportPhone: '+49 30 23125 120',
  appStoreLinks: {
    ios: 'https://apps.birch.example/ios',
    android: 'https://apps.birch.example/android',
  },
  privacyCookie: 'birch_privacy',
  dataActUrl: 'https://www.birch.example/data-act',
}
