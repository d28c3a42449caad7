/** The logo: a marigold coin in a speech bubble. `paper`: a white tile, for an indigo background. */
export function Logo({ size = 32, paper = false }: { size?: number; paper?: boolean }) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden>
      <rect width="64" height="64" rx="18" fill={paper ? '#FFFFFF' : 'var(--boli-solid)'} />
      <path fill={paper ? '#2A3585' : '#FFFFFF'} d="M16 16a6 6 0 0 1 12 0v6.6A16 16 0 1 1 35 54H19a3 3 0 0 1-3-3Z" />
      <circle cx="35" cy="38" r="7" fill="#F5AB12" />
    </svg>
  );
}
