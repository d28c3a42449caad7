import type { contacts as en } from '../en/contacts';

export const contacts: Record<keyof typeof en, string> = {
  'contacts.title': 'आपातकालीन संपर्क',
  'contacts.add': 'संपर्क जोड़ें',
  'contacts.name': 'नाम',
  'contacts.phone': 'फ़ोन नंबर',
  'contacts.name_placeholder': 'जैसे आशा वर्मा',
  'contacts.phone_placeholder': 'जैसे +91 98765 43210',
  'contacts.empty': 'अभी कोई आपातकालीन संपर्क नहीं',
  'contacts.empty_hint': 'ऐसे लोगों को जोड़ें जिन्हें आपात स्थिति में ख़बर दी जाएगी',
  'contacts.remove': '{name} को हटाएँ',
  'contacts.call': '{name} को कॉल करें',
  'contacts.added': 'आपातकालीन संपर्क जोड़ा गया',
  'contacts.removed': 'संपर्क हटाया गया',
  'contacts.add_failed': 'संपर्क जोड़ा नहीं जा सका',
  'contacts.remove_failed': 'संपर्क हटाया नहीं जा सका',
  'contacts.too_many': 'ज़्यादा से ज़्यादा {max} आपातकालीन संपर्क',
  'contacts.name_required': 'कृपया नाम लिखें',
  'contacts.name_long': 'नाम में ज़्यादा से ज़्यादा 100 अक्षर हो सकते हैं',
  'contacts.phone_required': 'कृपया फ़ोन नंबर लिखें',
};
