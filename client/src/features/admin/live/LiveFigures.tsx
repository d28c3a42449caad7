import { formatCount } from '../../../core/money';
import { t } from '../../../core/t';
import classes from './Live.module.css';
import { useLiveBoard } from './live.store';

/** The row of counts above the map. */
export function LiveFigures() {
  const counts = useLiveBoard((live) => live.counts);
  const seconds = counts?.first_quote_seconds;
  const figures = [
    ['live.drivers_online', counts?.drivers_online],
    ['live.on_a_ride', counts?.on_a_ride],
    ['live.open_requests', counts?.open_requests],
    ['live.waiting_bookings', counts?.pending_bookings],
    ['live.accepted_bookings', counts?.accepted_bookings],
    ['live.recent_quotes', counts?.recent_quotes],
    ['live.first_quote', seconds === undefined || seconds === null ? null : t('live.first_quote_value', { seconds })],
  ] as const;
  return (
    <dl className={classes.figures} aria-label={t('live.figures')}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{typeof value === 'number' ? formatCount(value) : (value ?? '–')}</dd>
        </div>
      ))}
    </dl>
  );
}
