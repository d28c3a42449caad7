import { Flex } from '@mantine/core';
import {
  type Icon,
  IconAlertCircleFilled,
  IconAlertTriangle,
  IconCircleCheckFilled,
  IconInfoCircle,
  IconX,
} from '@tabler/icons-react';
import { type CustomContentProps, SnackbarContent, useSnackbar } from 'notistack';
import { forwardRef } from 'react';
import { t } from '../core/t';
import classes from './Toast.module.css';

const looks: Partial<Record<CustomContentProps['variant'], { icon: Icon; tone: string | undefined }>> = {
  success: { icon: IconCircleCheckFilled, tone: classes.success },
  error: { icon: IconAlertCircleFilled, tone: classes.error },
  warning: { icon: IconAlertTriangle, tone: classes.note },
};

/** What is said, and below it the cause where the text has a second line. */
function Words({ message }: Pick<CustomContentProps, 'message'>) {
  const [first, cause] = typeof message === 'string' ? message.split('\n') : [message];
  return (
    <Flex component="span" direction="column" flex={1}>
      <span>{first}</span>
      {cause && <span className={classes.cause}> {cause}</span>}
    </Flex>
  );
}

/** One message: ink ground in both themes, coloured sign; what stays has a close. */
export const Toast = forwardRef<HTMLDivElement, CustomContentProps>(function Toast(props, ref) {
  const { closeSnackbar } = useSnackbar();
  const { icon: Sign, tone } = looks[props.variant] ?? { icon: IconInfoCircle, tone: classes.note };
  return (
    <SnackbarContent ref={ref} role={props.variant === 'error' ? 'alert' : 'status'}>
      <div className={classes.toast}>
        <Sign size={20} className={tone} aria-hidden />
        <Words message={props.message} />
        {props.persist && (
          <button
            type="button"
            className={classes.close}
            aria-label={t('common.close')}
            onClick={() => closeSnackbar(props.id)}
          >
            <IconX size={20} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
    </SnackbarContent>
  );
});
