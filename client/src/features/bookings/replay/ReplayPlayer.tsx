import type { Replay } from '@boli/shared/bookings/replay.schema';
import { ActionIcon, Box, Flex, Stack } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useId, useMemo } from 'react';
import { wayPoints } from '../../../core/road';
import { t } from '../../../core/t';
import { LazyMap } from '../../../ui/LazyMap';
import type { MapMarker } from '../../../ui/map/marker';
import { Segments } from '../../../ui/Segments';
import classes from './Replay.module.css';
import { ReplayEvents } from './ReplayEvents';
import { clockText, drivenLine, placeAt } from './trip';
import { type Playback, speeds, usePlayback } from './use-playback';

const MAP_PX = 300;
/** The maximum zoom, which shows some streets around a short trip. */
const NEAREST_ZOOM = 16;
/** An arrow key moves by a hundredth of the trip. */
const STEPS = 100;

function Legend() {
  return (
    <Flex component="ul" wrap="wrap" columnGap="md" c="dimmed" fz="meta">
      {(['planned_line', 'driven_line'] as const).map((line) => (
        <Flex key={line} component="li" align="center" gap="tight">
          <span className={classes[line]} aria-hidden />
          {t(`replay.${line}`)}
        </Flex>
      ))}
    </Flex>
  );
}

function Controls({ playback, duration }: { playback: Playback; duration: number }) {
  const id = useId();
  const { second, isPlaying, speed, seek, toggle, setSpeed } = playback;
  const time = t('replay.at', { time: clockText(second), total: clockText(duration) });
  return (
    <Stack gap="xs">
      <Flex align="center" gap="sm">
        <ActionIcon
          variant="filled"
          color="neel"
          onClick={toggle}
          aria-label={t(isPlaying ? 'replay.pause' : 'replay.play')}
        >
          {isPlaying ? <IconPlayerPauseFilled size={20} aria-hidden /> : <IconPlayerPlayFilled size={20} aria-hidden />}
        </ActionIcon>
        <input
          id={id}
          className={classes.scrubber}
          type="range"
          min={0}
          max={duration}
          step="any"
          value={second}
          aria-label={t('replay.position')}
          aria-valuetext={time}
          onChange={(event) => seek(Number(event.currentTarget.value))}
          onKeyDown={(event) => {
            const direction = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
            if (!direction) return;
            // With `step="any"` the size of the browser's own steps is undefined.
            event.preventDefault();
            seek(second + (direction * duration) / STEPS);
          }}
        />
        <output className="tabular" htmlFor={id}>
          {time}
        </output>
      </Flex>
      <Segments
        legend={t('replay.speed')}
        options={speeds.map((factor) => ({ value: String(factor), label: t('replay.times', { factor }) }))}
        value={String(speed)}
        onChoose={(value) => setSpeed(speeds.find((factor) => String(factor) === value) ?? speed)}
      />
    </Stack>
  );
}

/** The trip on the map with play and seek controls: the planned route, the driven route, and the car. */
export function ReplayPlayer({ replay }: { replay: Replay }) {
  const { pickup, drop, points, duration_s, events } = replay;
  const playback = usePlayback(duration_s);
  const driven = useMemo(() => drivenLine(replay), [replay]);
  // With `fit`, the camera shows this line and the driven one.
  const planned = useMemo(() => wayPoints(replay.planned, pickup, drop), [replay, pickup, drop]);
  const car = placeAt(points, playback.second);
  const markers: MapMarker[] = [
    { id: 'pickup', kind: 'pickup', label: t('map.pickup'), ...pickup },
    { id: 'drop', kind: 'drop', label: t('map.drop'), ...drop },
  ];
  if (car) markers.push({ id: 'driver', kind: 'driver', label: t('replay.car'), ...car });
  return (
    <>
      <Box mx="-lg">
        <LazyMap
          label={t('replay.map')}
          center={pickup}
          zoom={NEAREST_ZOOM}
          height={MAP_PX}
          markers={markers}
          line={planned}
          driven={driven}
          fit
        />
      </Box>
      <Legend />
      <Controls playback={playback} duration={duration_s} />
      <ReplayEvents events={events} onSeek={playback.seek} />
    </>
  );
}
