import { Decoder, Encoder, type Packet, PacketType } from 'socket.io-parser';

/** An acknowledgement whose JSON is made already, from parts that many receivers share. */
export class EncodedAnswer {
  readonly json: string;
  readonly rows: number;

  /**
   * @param json The whole acknowledgement as JSON, an object with `ok`.
   * @param rows How many rows it has, for the receiver's budget.
   */
  constructor(json: string, rows: number) {
    this.json = json;
    this.rows = rows;
  }
}

/** Socket.IO's encoder, which in addition writes an `EncodedAnswer` as it is. */
class AnswerEncoder extends Encoder {
  override encode(packet: Packet): ReturnType<Encoder['encode']> {
    const answer: unknown = packet.type === PacketType.ACK && Array.isArray(packet.data) ? packet.data[0] : null;
    // All messages are of the default namespace, which a packet does not name.
    if (answer instanceof EncodedAnswer) return [`${PacketType.ACK}${packet.id ?? ''}[${answer.json}]`];
    return super.encode(packet);
  }
}

/** The parser of the hub: the protocol is Socket.IO's own. */
export const hubParser = { Encoder: AnswerEncoder, Decoder };
