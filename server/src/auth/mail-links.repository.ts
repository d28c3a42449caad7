import { type MailLinkDocument, MailLinkModel } from './mail-links.model';

export const mailLinks = {
  async insert(link: MailLinkDocument): Promise<void> {
    await MailLinkModel.create(link);
  },

  /** The link of this token's hash while it works; null for one that is not known, of another purpose, or too old. */
  async working(hash: string, purpose: MailLinkDocument['purpose'], now: Date): Promise<MailLinkDocument | null> {
    return MailLinkModel.findOne({ _id: hash, purpose, expires_at: { $gt: now } }).lean<MailLinkDocument>();
  },
};
