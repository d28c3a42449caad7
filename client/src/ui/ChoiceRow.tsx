import { Flex, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { useId } from 'react';
import classes from './ChoiceRow.module.css';

interface ChoiceRowProps {
  name: string;
  value: string;
  label: string;
  hint?: string;
  icon?: Icon;
  checked: boolean;
  disabled?: boolean;
  required?: boolean;
  onChoose: (value: string) => void;
}

/**
 * One of several choices: a native radio button whose whole row is the target. Mantine's Radio.Card is not used: it is
 * a button with the role of a radio, which does not take part in a form.
 */
export function ChoiceRow({ icon: Sign, label, hint, onChoose, ...radio }: ChoiceRowProps) {
  const id = useId();
  return (
    <label className={classes.row} htmlFor={id}>
      {Sign && <Sign size={20} stroke={1.75} aria-hidden />}
      <Flex component="span" direction="column" miw={0} flex={1}>
        <span id={`${id}-label`}>{label}</span>
        {hint && (
          <Text id={`${id}-hint`} span size="meta" c="dimmed">
            {hint}
          </Text>
        )}
      </Flex>
      <input
        id={id}
        type="radio"
        className={classes.input}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={() => onChoose(radio.value)}
        {...radio}
      />
    </label>
  );
}
