/** Texts of mails. `{host}` is the address of this installation. */
export const mail = {
  'mail.hello': 'Hello,',
  'mail.signature': 'Boli · {host}',
  'mail.link_by_hand': 'If the button does not work, copy this address into your browser:',
  'mail.reset_subject': 'Choose a new password for Boli',
  'mail.reset_body': 'Somebody asked for a new password for your account at {host}. Open this link to choose one:',
  'mail.reset_button': 'Choose a new password',
  'mail.reset_ends': 'The link works once, for {minutes} {minutes|minute|minutes}.',
  'mail.reset_not_you': 'If it was not you, ignore this mail: your password stays as it is.',
  'mail.confirm_subject': 'Confirm your email for Boli',
  'mail.confirm_body': 'An account at {host} was made with this email. Open this link to confirm that it is yours:',
  'mail.confirm_button': 'Confirm my email',
  'mail.confirm_ends': 'The link works for {hours} {hours|hour|hours}.',
  'mail.confirm_not_you': 'If it was not you, ignore this mail: the email stays unconfirmed.',
  'mail.changed_subject': 'Your password for Boli was changed',
  'mail.changed_body': 'The password of your account at {host} was changed. All other devices are signed out.',
  'mail.changed_not_you':
    "If it was not you, choose a new password now: press 'Forgot password?' at the sign-in of {host}.",
} as const;
