import type { native as en } from '../en/native';

export const native: Record<keyof typeof en, string> = {
  'native.which_server': 'कौन सा सर्वर?',
  'native.which_server_hint': 'इसका पता आपके ऑपरेटर के पास है।',
  'native.server': 'सर्वर का पता',
  'native.connect': 'जोड़ें',
  'native.connecting': 'जोड़ा जा रहा है...',
  'native.server_invalid': 'कृपया boli.example.org जैसा पता डालें',
  'native.server_silent': '{host} से जवाब नहीं आया। पता और अपना इंटरनेट जाँचें।',
  'native.server_other': '{host} Boli का सर्वर नहीं है',
  'native.connected_to': 'सर्वर: {host}',
  'native.change_server': 'सर्वर बदलें',
  'native.no_app': 'इस फ़ोन में इसके लिए कोई ऐप नहीं है',
  'native.sharing_title': 'आपकी लोकेशन शेयर हो रही है',
  'native.sharing': 'राइड खत्म होने तक ग्राहक देख सकते हैं कि आप कहाँ हैं',
  'native.share': 'शेयर करें',
  'native.push_denied': 'Boli की सूचनाएँ ब्लॉक हैं। आप अपने फ़ोन की सेटिंग में इनकी अनुमति दे सकते हैं।',
  'native.push_unsupported': 'ऐप बंद होने पर यह आपको सूचना नहीं भेज सकता।',
  'native.push_channel': 'राइड और संदेश',
  'native.reason_location': 'आपकी लोकेशन से राइड शुरू होने की जगह सुझाई जाती है, और ग्राहक को आता हुआ ड्राइवर दिखता है।',
  'native.reason_location_always':
    'जब आप ग्राहक को ले जाते हैं, तो राइड खत्म होने तक उन्हें आपकी लोकेशन दिखती है, स्क्रीन बंद होने पर भी।',
  'native.reason_camera': 'ड्राइवर ऑपरेटर की जाँच के लिए अपने दस्तावेज़ों और अपनी कार की फ़ोटो लेते हैं।',
};
