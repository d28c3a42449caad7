export const jurisdictions = {
  'jurisdictions.out_of_band':
    'The law allows prices from ₹{low} to ₹{high} for this ride: {rule} ({name}; source: {source})',
  'jurisdictions.band': 'Allowed by law: {low} to {high} ({rule})',
  'jurisdictions.fee': 'Platform fee {percent}%',
  'jurisdictions.limited': '{fee}, at most {percent}% by law',
  'jurisdictions.limited_less_levies': '{fee}, at most {percent}% by law, less the levies',
  'jurisdictions.limited_by_levies': '{fee}, at most the price less the levies',
  'jurisdictions.levy': '{name} {percent}%',
  'jurisdictions.cancel_cost': 'If you cancel now, you pay {amount}: {rule}.',
  'jurisdictions.cancel_cost_started':
    'If no ride, or hardly any, was recorded, you pay {amount} for cancelling: {rule}.',
  'jurisdictions.fee_of_customer': 'Cancellation fee of the customer',
  'jurisdictions.fee_of_driver': 'Cancellation fee of the driver',
  'jurisdictions.levies': 'Levies',
  'jurisdictions.cancellation_fees': 'Cancellation fees',
  'jurisdictions.applies': 'Rules: {name}, as of {date}. Source: {source}.',
  'jurisdictions.check': 'The operator has to check the law.',
  'jurisdictions.hours_over':
    'You have been online or driving for {hours} hours. You can go on at {time}: {rule} ({name}; source: {source})',
  'jurisdictions.area': 'You see the exact drop once you have accepted the ride.',
} as const;
