import { Button, Stack, Text } from '@mantine/core';
import { IconHandFinger, IconRoute } from '@tabler/icons-react';
import { t } from '../../core/t';
import { OfflineReason, OnlineButton } from '../../ui/OnlineButton';
import tones from '../../ui/Tones.module.css';
import { AskedPriceField } from './AskedPriceField';
import classes from './CreateRide.module.css';
import { DriversNear } from './DriversNear';
import { ScheduleField } from './ScheduleField';
import { UsualPrice } from './UsualPrice';
import type { RideForm } from './use-ride-form';

/** The buttons Cancel and Create Ride Request, and the reason why Create Ride Request is disabled. */
export function RideButtons({ form: { id, ride, onClose } }: { form: RideForm }) {
  return (
    <Stack gap="xs" miw={0} className={classes.buttons ?? ''}>
      {!ride.chosen && (
        <Text id={`${id}-reason`} size="meta" c="dimmed">
          {t('rides.points_required')}
        </Text>
      )}
      <OfflineReason />
      <div className="boli-buttons">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <OnlineButton
          quiet
          type="submit"
          form={id}
          disabled={!ride.chosen}
          loading={ride.busy}
          aria-describedby={ride.chosen ? undefined : `${id}-reason`}
        >
          {t('rides.submit')}
        </OnlineButton>
      </div>
    </Stack>
  );
}

/** The hint for choosing on the map; once pickup and drop are chosen, the distance and duration. */
export function RideHint({ form: { ride, way } }: { form: RideForm }) {
  const { asked, picking } = ride.places;
  const figures = asked === null ? way.figures : null;
  const Icon = figures ? IconRoute : IconHandFinger;
  return (
    <p className={`boli-pill ${classes.hint}`} role="status">
      <Icon size={20} stroke={1.75} aria-hidden />
      {figures ?? t(picking ? `rides.hint_${picking}` : 'rides.hint_done')}
    </p>
  );
}

/**
 * The usual price, the asked price, the schedule, the number of drivers near, and a note if distance and duration are
 * estimates.
 */
export function RideDetails({ form: { ride, way, near, asksPrice } }: { form: RideForm }) {
  const { draft, errors } = ride;
  return (
    <>
      {way.isUntimed ? (
        // In the place of the usual price, so that the switch of the schedule does not move under the finger.
        <Text className={classes.untimed ?? ''} size="sm" c="dimmed">
          {draft.time === '' && t('fares.usual_untimed')}
        </Text>
      ) : (
        <UsualPrice reference={way.reference} half={way.half} />
      )}
      <AskedPriceField
        value={draft.asked}
        error={errors.asked}
        reference={way.reference}
        isWanted={asksPrice}
        onChange={ride.setAsked}
        onBlur={() => ride.touch('asked')}
      />
      <ScheduleField
        later={draft.later}
        time={draft.time}
        error={errors.time}
        onToggle={ride.schedule}
        onTime={ride.setTime}
        onBlur={() => ride.touch('time')}
      />
      <DriversNear count={near} />
      {way.isEstimate && (
        <Text px="sm" py="xs" fz="meta" className={`boli-note ${tones.amber}`}>
          {t(ride.city?.roads ? 'rides.way_estimated' : 'rides.way_straight')}
        </Text>
      )}
    </>
  );
}
