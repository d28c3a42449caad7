import { Text } from '@mantine/core';

interface WelcomeProps {
  /** The page's only `h1`. */
  title: string;
  subtitle?: string | undefined;
  className?: string | undefined;
}

/** The heading of a page with the line below it. */
export function Welcome({ title, subtitle, className }: WelcomeProps) {
  return (
    <div data-clear-of-toasts className={className}>
      <h1>{title}</h1>
      {subtitle && (
        <Text inherit c="dimmed">
          {subtitle}
        </Text>
      )}
    </div>
  );
}
