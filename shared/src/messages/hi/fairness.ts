import type { fairness as en } from '../en/fairness';

export const fairness: Record<keyof typeof en, string> = {
  'fairness.subtitle': 'यहाँ राइड कितने की होती है, ड्राइवर को कितना मिलता है, और वादे निभते हैं या नहीं। किसी का नाम नहीं।',
  'fairness.rule':
    'कोई आँकड़ा तभी दिखता है, जब वह {least} या ज़्यादा मामलों से बना हो; राइड के आँकड़ों के लिए {people} ड्राइवर और {people} ग्राहक भी ज़रूरी हैं।',
  'fairness.last_days': 'पिछले {days} दिन',
  'fairness.period': '{from} से {to}',
  'fairness.months': 'महीने',
  'fairness.by_month': 'हर महीने',
  'fairness.month': 'महीना',
  'fairness.no_days': 'पहला दिन पूरा होने पर आँकड़े दिखेंगे।',
  'fairness.no_months': 'महीना पूरा होने पर उसके आँकड़े दिखेंगे।',
  'fairness.too_few': 'बहुत कम',
  'fairness.rides': 'पूरी हुई राइड',
  'fairness.quotes': 'हर रिक्वेस्ट पर बोलियाँ',
  'fairness.price': 'बीच की क़ीमत',
  'fairness.of_usual': 'आम क़ीमत का {percent}%',
  'fairness.share': 'ड्राइवर का हिस्सा',
  'fairness.hourly': 'काम के हर घंटे की कमाई (मध्यिका)',
  'fairness.middle_half': 'बीच के आधे ड्राइवर',
  'fairness.gini': 'असमानता (गिनी)',
  'fairness.promises': 'पहुँचने के निभाए वादे',
  'fairness.percent': '{percent}%',
  'fairness.range': '{low} से {high}',
  'fairness.gini_means': '0 का मतलब सब ड्राइवर एक घंटे में बराबर कमाते हैं, 1 का मतलब सारी कमाई एक की है।',
  'fairness.active':
    'काम का घंटा राइड स्वीकार करने से पूरी करने तक गिना जाता है; रिक्वेस्ट का इंतज़ार दर्ज नहीं होता। कमाई प्लेटफ़ॉर्म फ़ीस के बाद और ईंधन के ख़र्च से पहले की है।',
  'fairness.usual_price': 'आम क़ीमत का हिसाब हर राइड के साथ दिखता है।',
  'fairness.back': 'Boli पर वापस',
  'fairness.bar': '{month}: {value}',
};
