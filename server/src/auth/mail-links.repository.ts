import { type MailLinkDocument, MailLinkModel } from './mail-links.model';

export const mailLinks = {
  async insert(link: MailLinkDocument): Promise<void> {
    await MailLinkModel.create(link);
  },

  /** The valid link with this token hash; null if the link is unknown, has another purpose, or has expired. */
  async working(hash: string, purpose: MailLinkDocument['purpose'], now: Date): Promise<MailLinkDocument | null> {
    return MailLinkModel.findOne({ _id: hash, purpose, expires_at: { $gt: now } }).lean<MailLinkDocument>();
  },
};
