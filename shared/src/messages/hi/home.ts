import type { home as en } from '../en/home';

export const home: Record<keyof typeof en, string> = {
  'home.sheet': 'आपकी राइड',
  'home.map': 'आपके आस-पास का मैप',
  'home.show_map': 'मैप दिखाएँ',
  'home.use_location': 'मेरी लोकेशन लें',
  'home.where_to': 'कहाँ जाना है?',
  'home.later': 'बाद में',
  'home.places': 'फिर से जाएँ',
  'home.add': '{label} जोड़ें',
  'home.add_hint': 'पता लिखें, या जहाँ आप हैं वही जगह लें।',
  'home.add_place': '{label} का पता',
  'home.add_unknown': 'कृपया सूची से कोई जगह चुनें, या अपनी लोकेशन लें',
  'home.add_save': '{label} सहेजें',
  'home.empty_hint': 'आप जगह बताएँ। ड्राइवर क़ीमत बताएँ। आप चुनें।',
  'home.to': '{place} तक',
  'home.compare': 'तुलना करें',
  'home.open': 'खोलें',
};
