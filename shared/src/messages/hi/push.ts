import type { push as en } from '../en/push';

export const push: Record<keyof typeof en, string> = {
  'push.service': 'यह यहाँ मान्य push सेवा का पता नहीं है',
  'push.keys': 'सब्सक्रिप्शन की keys सही नहीं हैं',
  'push.time': 'समय इस तरह होना चाहिए: 22:30',
  'push.time_zone': 'यह टाइम ज़ोन पहचाना नहीं गया',
  'push.taken': 'यह सब्सक्रिप्शन किसी और अकाउंट का है',
  'push.on': 'इस डिवाइस पर सूचना दें',
  'push.on_hint': 'Boli बंद होने पर भी',
  'push.group_quotes': 'नई बोलियाँ और बुकिंग',
  'push.group_rides': 'मेरी राइड',
  'push.group_money': 'पेमेंट और रिफ़ंड',
  'push.group_account': 'रेटिंग और प्रोफ़ाइल',
  'push.quiet': 'शांत समय',
  'push.quiet_hint': 'सिर्फ़ जल्द शुरू होने वाली राइड की सूचना बजेगी',
  'push.quiet_from': 'कब से',
  'push.quiet_to': 'कब तक',
  'push.unsupported': 'Boli बंद होने पर यह ब्राउज़र सूचनाएँ नहीं दिखाता। iPhone पर पहले Boli को होम स्क्रीन में जोड़ें।',
  'push.denied': 'Boli की सूचनाएँ ब्लॉक हैं। आप अपने ब्राउज़र की सेटिंग में इनकी अनुमति दे सकते हैं।',
  'push.turn_failed': 'सूचनाएँ बदली नहीं जा सकीं। कृपया फिर कोशिश करें।',
  'push.choice_failed': 'आपकी पसंद सहेजी नहीं जा सकी। कृपया फिर कोशिश करें।',
};
