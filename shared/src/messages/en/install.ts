export const install = {
  'install.title': 'Install Boli',
  'install.why': 'Opens faster',
  'install.install': 'Install',
  'install.not_now': 'Not Now',
  'install.ios': 'Tap Share, then "Add to Home Screen"',
  'update.available': 'A new version is available',
  'update.reload': 'Reload',
  'update.postponed': 'The new version starts once your ride, payment or form is finished.',
} as const;
