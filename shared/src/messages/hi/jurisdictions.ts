import type { jurisdictions as en } from '../en/jurisdictions';

export const jurisdictions: Record<keyof typeof en, string> = {
  'jurisdictions.out_of_band':
    'कानून इस राइड के लिए ₹{low} से ₹{high} तक की क़ीमत मानता है: {rule} ({name}; स्रोत: {source})',
  'jurisdictions.band': 'कानून के अनुसार: {low} से {high} ({rule})',
  'jurisdictions.fee': 'प्लेटफ़ॉर्म फ़ीस {percent}%',
  'jurisdictions.limited': '{fee}, कानून के अनुसार ज़्यादा से ज़्यादा {percent}%',
  'jurisdictions.limited_less_levies': '{fee}, कानून के अनुसार ज़्यादा से ज़्यादा {percent}%, लेवी घटाकर',
  'jurisdictions.limited_by_levies': '{fee}, ज़्यादा से ज़्यादा क़ीमत, लेवी घटाकर',
  'jurisdictions.levy': '{name}, क़ीमत का {percent}%',
  'jurisdictions.cancel_cost': 'अभी रद्द करने पर आपको {amount} देने होंगे: {rule}।',
  'jurisdictions.cancel_cost_started':
    'अगर कोई राइड दर्ज नहीं हुई, या न के बराबर हुई, तो रद्द करने पर आपको {amount} देने होंगे: {rule}।',
  'jurisdictions.fee_of_customer': 'सवारी की रद्द करने की फ़ीस',
  'jurisdictions.fee_of_driver': 'ड्राइवर की रद्द करने की फ़ीस',
  'jurisdictions.levies': 'लेवी',
  'jurisdictions.cancellation_fees': 'रद्द करने की फ़ीस',
  'jurisdictions.applies': 'नियम: {name}, तारीख {date}। स्रोत: {source}।',
  'jurisdictions.check': 'कानून की जाँच संचालक को करनी है।',
  'jurisdictions.hours_over':
    'आप {hours} घंटे से ऑनलाइन या राइड पर हैं। आप {time} के बाद फिर शुरू कर सकते हैं: {rule} ({name}; स्रोत: {source})',
  'jurisdictions.area': 'उतरने की सही जगह आपको राइड स्वीकार करने के बाद दिखेगी।',
};
