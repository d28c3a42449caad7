export const favorites = {
  'favorites.title': 'Favorite Drivers',
  'favorites.empty': 'No favorite drivers yet',
  'favorites.empty_hint': 'Add drivers you like to your favorites for easy access',
  'favorites.add': 'Add {name} to favorites',
  'favorites.remove': 'Remove {name} from favorites',
  'favorites.added': 'Added to favorites',
  'favorites.removed': 'Removed from favorites',
  'favorites.add_failed': 'Failed to add favorite',
  'favorites.remove_failed': 'Failed to remove favorite',
  'favorites.too_many': 'At most {max} favorite drivers',
  'favorites.no_profile': 'There is no such driver',
  'favorites.no_ratings': 'No ratings yet',
} as const;
