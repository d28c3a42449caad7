import type { favorites as en } from '../en/favorites';

export const favorites: Record<keyof typeof en, string> = {
  'favorites.title': 'पसंदीदा ड्राइवर',
  'favorites.empty': 'अभी कोई पसंदीदा ड्राइवर नहीं',
  'favorites.empty_hint': 'जो ड्राइवर अच्छे लगें, उन्हें पसंदीदा में जोड़ें ताकि वे आसानी से मिल सकें',
  'favorites.add': '{name} को पसंदीदा में जोड़ें',
  'favorites.remove': '{name} को पसंदीदा से हटाएँ',
  'favorites.added': 'पसंदीदा में जोड़ा गया',
  'favorites.removed': 'पसंदीदा से हटाया गया',
  'favorites.add_failed': 'पसंदीदा में जोड़ा नहीं जा सका',
  'favorites.remove_failed': 'पसंदीदा से हटाया नहीं जा सका',
  'favorites.too_many': 'ज़्यादा से ज़्यादा {max} पसंदीदा ड्राइवर',
  'favorites.no_profile': 'ऐसा कोई ड्राइवर नहीं है',
  'favorites.no_ratings': 'अभी कोई रेटिंग नहीं',
};
