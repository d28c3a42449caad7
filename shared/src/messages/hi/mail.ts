import type { mail as en } from '../en/mail';

export const mail: Record<keyof typeof en, string> = {
  'mail.hello': 'नमस्ते,',
  'mail.signature': 'Boli · {host}',
  'mail.link_by_hand': 'अगर बटन काम न करे, तो यह पता कॉपी करके अपने ब्राउज़र में खोलें:',
  'mail.reset_subject': 'Boli के लिए नया पासवर्ड चुनें',
  'mail.reset_body': 'किसी ने {host} पर आपके अकाउंट के लिए नया पासवर्ड माँगा है। नया पासवर्ड चुनने के लिए यह लिंक खोलें:',
  'mail.reset_button': 'नया पासवर्ड चुनें',
  'mail.reset_ends': 'यह लिंक एक बार, {minutes} {minutes|मिनट|मिनट} तक काम करेगा।',
  'mail.reset_not_you': 'अगर यह आपने नहीं किया, तो इस मेल पर ध्यान न दें: आपका पासवर्ड वही रहेगा।',
  'mail.confirm_subject': 'Boli के लिए अपने ईमेल की पुष्टि करें',
  'mail.confirm_body': '{host} पर इस ईमेल से एक अकाउंट बनाया गया है। यह आपका है, इसकी पुष्टि के लिए यह लिंक खोलें:',
  'mail.confirm_button': 'ईमेल की पुष्टि करें',
  'mail.confirm_ends': 'यह लिंक {hours} {hours|घंटे|घंटे} तक काम करेगा।',
  'mail.confirm_not_you': 'अगर यह आपने नहीं किया, तो इस मेल पर ध्यान न दें: ईमेल की पुष्टि नहीं होगी।',
  'mail.changed_subject': 'Boli का आपका पासवर्ड बदला गया',
  'mail.changed_body': '{host} पर आपके अकाउंट का पासवर्ड बदला गया है। बाकी सभी डिवाइस साइन आउट हो गए हैं।',
  'mail.changed_not_you': "अगर यह आपने नहीं किया, तो अभी नया पासवर्ड चुनें: {host} के साइन इन पेज पर 'पासवर्ड भूल गए?' दबाएँ।",
};
