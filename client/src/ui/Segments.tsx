import { Flex } from '@mantine/core';
import { startTransition, useId, useOptimistic } from 'react';
import classes from './Segments.module.css';

interface SegmentsProps<V extends string> {
  /** The group's label for screen readers. */
  legend: string;
  options: readonly { value: V; label: string }[];
  value: V;
  /** May return a promise; a refused choice reverts to `value` when it settles. */
  onChoose: (value: V) => void | Promise<void>;
}

/**
 * A choice between a few views side by side, by native radio buttons. Custom: the library's SegmentedControl measures
 * its indicator after each paint and cannot revert a choice.
 */
export function Segments<V extends string>({ legend, options, value, onChoose }: SegmentsProps<V>) {
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
