import { useId, useState } from 'react';
import classes from './Segments.module.css';

export interface SegmentsProps<V extends string> {
  /** What is chosen here, for readers. */
  legend: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChoose: (value: V) => void;
}

/** One of a few views side by side: real radios. */
export function Segments<V extends string>({ legend, options, value, onChoose }: SegmentsProps<V>) {
  const name = useId();
  // The address answers a moment later; the radio is chosen at once.
  const [chosen, setChosen] = useState({ value, pressed: value });
  if (chosen.value !== value) setChosen({ value, pressed: value });
  return (
    <fieldset className={classes.segments}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            className={classes.radio}
            checked={chosen.pressed === option.value}
            onChange={() => {
              setChosen({ value, pressed: option.value });
              onChoose(option.value);
            }}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
