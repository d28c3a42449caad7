import type { install as en } from '../en/install';

export const install: Record<keyof typeof en, string> = {
  'install.title': 'Boli इंस्टॉल करें',
  'install.why': 'जल्दी खुलता है',
  'install.install': 'इंस्टॉल करें',
  'install.not_now': 'अभी नहीं',
  'install.ios': 'शेयर पर टैप करें, फिर "होम स्क्रीन में जोड़ें" चुनें',
  'update.available': 'नया वर्शन उपलब्ध है',
  'update.reload': 'रीलोड करें',
  'update.postponed': 'राइड, पेमेंट या फ़ॉर्म पूरा होते ही नया वर्शन चालू होगा।',
};
