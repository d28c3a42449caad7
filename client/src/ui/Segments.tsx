import { Flex } from '@mantine/core';
import { startTransition, useId, useOptimistic } from 'react';
import classes from './Segments.module.css';

interface SegmentsProps<V extends string> {
  /** What is chosen here, for readers. */
  legend: string;
  options: readonly { value: V; label: string }[];
  value: V;
  /** A promise tells when it is decided: a choice that was not taken then goes back to `value`. */
  onChoose: (value: V) => void | Promise<void>;
}

/**
 * One of a few views side by side: real radios.
 * By hand: the library's SegmentedControl measures its moving ground after each paint, and knows no choice that is taken back.
 */
export function Segments<V extends string>({ legend, options, value, onChoose }: SegmentsProps<V>) {
  const name = useId();
  // The address, or the device, answers a moment later; the radio is chosen at once.
  const [pressed, press] = useOptimistic(value);
  const choose = (next: V) => {
    const decided = onChoose(next);
    startTransition(async () => {
      press(next);
      await decided;
    });
  };
  return (
    <Flex component="fieldset" gap="xxs" p="xxs" bg="var(--boli-sunken)" bdrs="tile">
      <legend className="visually-hidden">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            className="cover"
            checked={pressed === option.value}
            onChange={() => choose(option.value)}
          />
          {option.label}
        </label>
      ))}
    </Flex>
  );
}
