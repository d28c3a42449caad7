import { t } from '../../core/t';
import { formatClock } from '../../core/time';
import chips from '../../ui/Chips.module.css';
import { type QuickTime, quickTimes } from './quick-times';

interface QuickTimesProps {
  /** Epoch ms. */
  now: number;
  /** The chosen time, as the value of a datetime-local input; empty for none. */
  chosen: string;
  onChoose: (time: string) => void;
}

function wordsOf({ kind, minutes, time }: QuickTime): string {
  if (kind === 'soon') return t('rides.in_minutes', { min: minutes });
  return t(kind === 'tonight' ? 'rides.tonight' : 'rides.tomorrow', { time: formatClock(time) });
}

/** Times for a scheduled ride; a tap writes one of them into the field above. */
export function QuickTimes({ now, chosen, onChoose }: QuickTimesProps) {
  return (
    <fieldset className={`${chips.chips} ${chips.wrapped}`}>
      <legend className="visually-hidden">{t('rides.quick_times')}</legend>
      {quickTimes(new Date(now)).map((quick) => (
        <button
          key={quick.kind}
          type="button"
          className={chips.chip}
          aria-pressed={quick.time === chosen}
          onClick={() => onChoose(quick.time)}
        >
          {wordsOf(quick)}
        </button>
      ))}
    </fieldset>
  );
}
