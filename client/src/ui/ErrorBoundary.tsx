import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { t } from '../core/t';
import { EmptyState } from './EmptyState';

interface Props {
  children: ReactNode;
  /** Shown in place of the failed part; default: a text with a retry button. */
  fallback?: ReactNode;
  /** Called before the part is mounted again. */
  onRetry?: () => void;
}

/** Contains the error of one part of the page. A retry mounts the part again. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, where: ErrorInfo): void {
    console.error(error, where.componentStack);
  }

  private readonly retry = (): void => {
    this.props.onRetry?.();
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    if (this.props.fallback !== undefined) return this.props.fallback;
    return (
      <EmptyState
        icon={IconMoodSad}
        title={t('shell.crashed')}
        action={
          <Button variant="default" onClick={this.retry}>
            {t('common.try_again')}
          </Button>
        }
      />
    );
  }
}
