export const jurisdictions = {
  'jurisdictions.out_of_band':
    'कानून इस सवारी के लिए ₹{low} से ₹{high} तक का किराया मानता है: {rule} ({name}; स्रोत: {source})',
  'jurisdictions.band': 'कानून के अनुसार: {low} से {high} ({rule})',
  'jurisdictions.fee': 'प्लेटफ़ॉर्म फ़ीस {percent}%',
  'jurisdictions.limited': '{fee}, कानून के अनुसार ज़्यादा से ज़्यादा {percent}%',
  'jurisdictions.limited_less_levies': '{fee}, कानून के अनुसार ज़्यादा से ज़्यादा {percent}%, लेवी घटाकर',
  'jurisdictions.limited_by_levies': '{fee}, ज़्यादा से ज़्यादा क़ीमत, लेवी घटाकर',
  'jurisdictions.levy': '{name} {percent}%',
  'jurisdictions.cancel_cost': 'अभी रद्द करने पर आपको {amount} देने होंगे: {rule}।',
  'jurisdictions.fee_of_customer': 'ग्राहक का रद्दीकरण शुल्क',
  'jurisdictions.fee_of_driver': 'ड्राइवर का रद्दीकरण शुल्क',
  'jurisdictions.levies': 'शुल्क (लेवी)',
  'jurisdictions.cancellation_fees': 'रद्दीकरण शुल्क',
  'jurisdictions.applies': 'नियम: {name}, तारीख {date}। स्रोत: {source}।',
  'jurisdictions.check': 'कानून की जाँच संचालक को करनी है।',
  'jurisdictions.hours_over':
    'आप {hours} घंटे से ऑनलाइन या सवारी पर हैं। आप {time} बजे फिर शुरू कर सकते हैं: {rule} ({name}; स्रोत: {source})',
  'jurisdictions.area': 'सही उतरने की जगह आपको सवारी स्वीकार करने के बाद दिखेगी।',
} as const;
