import classes from './AuthPicture.module.css';

function PriceBubble({ x, y, text, paper = false }: { x: number; y: number; text: string; paper?: boolean }) {
  return (
    <g transform={`translate(${String(x)} ${String(y)})`}>
      <path d="M0 28V9a9 9 0 0 1 9-9h32a9 9 0 0 1 9 9v10a9 9 0 0 1-9 9Z" fill={paper ? '#FFFFFF' : '#F5AB12'} />
      <circle cx="0" cy="28" r="4" fill={paper ? '#FFFFFF' : '#F5AB12'} stroke="#2A1B00" strokeWidth="2" />
      <text x="25" y="19" textAnchor="middle" className={classes.price}>
        {text}
      </text>
    </g>
  );
}

/** The product in one picture: a route, and prices beside it. Decoration only. */
export function AuthPicture() {
  return (
    <svg className={classes.picture} viewBox="0 0 390 200" preserveAspectRatio="xMaxYMid slice" aria-hidden>
      <g className={classes.streets}>
        <path d="M-10 55c90-20 110 45 200 38s120-75 210-68" />
        <path d="M65-10c0 60-20 90-75 130M250-10c0 60 60 130 150 140" />
      </g>
      <path className={classes.route} d="M212 160c24-30 70-22 90-45s28-22 48-32" />
      <g transform="translate(198 124)">
        <path
          d="M14 36C6 26 1 21 1 14a13 13 0 0 1 26 0c0 7-5 12-13 22Z"
          fill="#12803F"
          stroke="#FFFFFF"
          strokeWidth="2"
        />
        <text x="14" y="18" textAnchor="middle" className={classes.pin}>
          P
        </text>
      </g>
      <g transform="translate(336 48)">
        <path
          d="M7 1h14a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6h-2l-5 9-5-9H7a6 6 0 0 1-6-6V7a6 6 0 0 1 6-6Z"
          fill="#C8202F"
          stroke="#FFFFFF"
          strokeWidth="2"
        />
        <text x="14" y="18" textAnchor="middle" className={classes.pin}>
          D
        </text>
      </g>
      <PriceBubble x={228} y={69} text="₹255" />
      <PriceBubble x={312} y={119} text="₹240" paper />
      <PriceBubble x={260} y={157} text="₹280" />
    </svg>
  );
}
