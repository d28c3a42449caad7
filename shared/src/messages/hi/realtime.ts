import type { realtime as en } from '../en/realtime';

export const realtime: Record<keyof typeof en, string> = {
  'realtime.reconnecting': 'फिर से जुड़ रहे हैं… {time} की जानकारी दिख रही है',
  'realtime.reconnecting_short': 'फिर से जुड़ रहे हैं…',
  'realtime.unknown_event': 'ऐसा कोई मैसेज नहीं है',
  'realtime.too_many_watches': 'एक साथ ज़्यादा से ज़्यादा {max} पर नज़र रखी जा सकती है',
  'realtime.too_many_drivers': 'एक साथ ज़्यादा से ज़्यादा 50 ड्राइवर',
  'realtime.session_ended': 'आप साइन आउट हो गए हैं। कृपया फिर से साइन इन करें।',
};
