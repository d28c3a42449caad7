import { startTransition, useId, useOptimistic } from 'react';
import classes from './Segments.module.css';

interface SegmentsProps<V extends string> {
  /** The group's label for screen readers. */
  legend: string;
  /** `lang` is the language of a label, if that is not the language of the page. */
  options: readonly { value: V; label: string; lang?: string }[];
  value: V;
  /**
   * `track`: side by side in one bar; `chips`: as separate chips, which scroll sideways if they do not fit; `bare`: in
   * the colours of the background under them.
   */
  look?: 'track' | 'chips' | 'bare';
  /** May return a promise; a refused choice reverts to `value` when the promise settles. */
  onChoose: (value: V) => void | Promise<void>;
}

/**
 * A choice between a few views side by side, by native radio buttons. Mantine's SegmentedControl is not used: it
 * measures its indicator after each paint and cannot revert a choice.
 */
export function Segments<V extends string>({ legend, options, value, look = 'track', onChoose }: SegmentsProps<V>) {
  const name = useId();
  // The value changes asynchronously (URL, device), so the radio is checked optimistically.
  const [pressed, press] = useOptimistic(value);
  const choose = (next: V) => {
    const decided = onChoose(next);
    startTransition(async () => {
      press(next);
      await decided;
    });
  };
  return (
    <fieldset className={classes[look]} data-sideways={look === 'chips'}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.choice} lang={option.lang}>
          <input
            type="radio"
            name={name}
            value={option.value}
            className="cover"
            checked={pressed === option.value}
            onChange={() => choose(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
