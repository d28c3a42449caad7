import { LIVE_QUIET_MS } from '@boli/shared/core/constants';
import { Flex } from '@mantine/core';
import { t } from '../../../core/t';
import classes from './Live.module.css';
import { type LiveKind, liveKinds, type Shown } from './live.dots';

interface LiveFilterProps {
  shown: Shown;
  onToggle: (kind: LiveKind) => void;
}

/** The legend of the map's shapes, with a switch for each. */
export function LiveFilter({ shown, onToggle }: LiveFilterProps) {
  return (
    <Flex className="line-above" component="fieldset" wrap="wrap" columnGap="lg" py="xxs" px="md">
      <legend className="visually-hidden">{t('live.show')}</legend>
      {liveKinds.map((kind) => (
        <label key={kind} className={classes.kind}>
          <input type="checkbox" checked={shown[kind]} onChange={() => onToggle(kind)} />
          <span className={`${classes.shape} ${classes[kind]}`} aria-hidden />
          {t(`live.${kind}`, { seconds: LIVE_QUIET_MS / 1000 })}
        </label>
      ))}
    </Flex>
  );
}
