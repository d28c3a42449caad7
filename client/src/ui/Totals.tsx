import classes from './Totals.module.css';

/** A few figures under a chart or a list, one a line, aligned right. */
export function Totals({ lines }: { lines: readonly { label: string; value: string; strong?: boolean }[] }) {
  return (
    <dl className={classes.totals}>
      {lines.map(({ label, value, strong }) => (
        <div key={label} className={strong ? classes.strong : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
